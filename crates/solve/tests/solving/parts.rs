//! The library part by part, through what it shows to others: names, texts, the plain board, the game. Inside the library
//! these tests would have all of it compiled once more, with every engine.

mod algorithm;
mod alike;
mod chosen;
mod counted;
mod daily;
mod draw;
mod freeform_board;
mod game;
mod history;
mod kinds;
mod machine;
mod names;
mod order;
mod picture;
mod pseudocode;
mod read;
mod solver;
mod solving;
mod spec;
mod units;
mod weight;
