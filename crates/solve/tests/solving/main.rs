//! Answers by name against truths found by other means: whole spaces searched here, published optima, and one table of
//! expectations for all engines. Every solution is replayed by code that shares nothing with the project.

mod agreement;
mod claims;
mod fifteen;
mod judge;
mod library;
mod specs;
mod suite;
mod threads;
mod truth;
