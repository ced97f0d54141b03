//! Audits, traces and what experiments find, through the library.

mod audit;
mod findings;
mod heuristics_page;
mod trace;
