//! Results for people and programs: tables, files, pictures.

pub mod csv;
pub mod folder;
pub mod latex;
pub mod markdown;
pub mod pair;
pub mod pictures;
pub mod table;
