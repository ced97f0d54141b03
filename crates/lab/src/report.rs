//! Results for people and programs: tables, files, pictures.

pub mod csv;
pub mod folder;
pub mod latex;
pub mod markdown;
pub mod merge;
pub mod pair;
pub mod pictures;
pub mod table;
