//! Answers by name against truths found by other means: whole spaces searched here, published optima, and one table of
//! expectations for all engines. Every solution is replayed by code that shares nothing with the project.

mod advice;
mod agreement;
mod anytime;
mod claims;
mod fifteen;
mod freeform;
mod judge;
mod large_bricks;
mod library;
mod parts;
mod specs;
mod stepping;
mod suite;
mod threads;
mod truth;
