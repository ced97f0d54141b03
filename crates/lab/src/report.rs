//! Results for people and programs: tables, files, pictures.

pub mod csv;
pub mod folder;
pub mod markdown;
pub mod pictures;
pub mod table;
