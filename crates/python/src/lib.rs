//! The extension module behind the Python package `slidewise`: values of Python in, `solve` and `lab`, values of Python
//! out. What users see is in `python/slidewise`; the names here are its own affair.

mod actions;
mod answer;
mod background;
mod commands;
mod compare;
mod design;
mod envs;
mod error;
mod estimates;
mod handover;
mod input;
mod many;
mod own;
mod puzzle;
mod settings;
mod shared;
mod solve;
mod tables;
mod told;

use pyo3::prelude::*;

#[pymodule]
fn _slidewise(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", slidewise_solve::record::VERSION)?;
    module.add("PuzzleError", py.get_type::<error::PuzzleError>())?;
    module.add("SettingError", py.get_type::<error::SettingError>())?;
    module.add("MoveError", py.get_type::<error::MoveError>())?;
    module.add("InternalError", py.get_type::<error::InternalError>())?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<answer::Step>()?;
    module.add_class::<many::Answers>()?;
    module.add_class::<tables::Learned>()?;
    module.add_class::<envs::Game>()?;
    module.add_class::<envs::TileBoards>()?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::shorten, module)?)?;
    module.add_function(wrap_pyfunction!(solve::all_optimal, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve_many, module)?)?;
    for function in [
        wrap_pyfunction!(commands::generate, module)?,
        wrap_pyfunction!(commands::read, module)?,
        wrap_pyfunction!(commands::check, module)?,
        wrap_pyfunction!(commands::verify, module)?,
        wrap_pyfunction!(commands::explore, module)?,
        wrap_pyfunction!(commands::audit_heuristics, module)?,
        wrap_pyfunction!(commands::trace, module)?,
        wrap_pyfunction!(commands::listed, module)?,
        wrap_pyfunction!(commands::rewritten, module)?,
        wrap_pyfunction!(compare::compare, module)?,
        wrap_pyfunction!(design::design, module)?,
        wrap_pyfunction!(compare::report_of, module)?,
        wrap_pyfunction!(compare::suite_puzzles, module)?,
        wrap_pyfunction!(own::search_objects, module)?,
        wrap_pyfunction!(own::solve_by, module)?,
        wrap_pyfunction!(tables::pdb_list, module)?,
        wrap_pyfunction!(tables::pdb_build, module)?,
        wrap_pyfunction!(tables::pdb_verify, module)?,
        wrap_pyfunction!(tables::pdb_remove, module)?,
        wrap_pyfunction!(tables::train, module)?,
        wrap_pyfunction!(estimates::estimate_one, module)?,
        wrap_pyfunction!(estimates::estimate_many, module)?,
        wrap_pyfunction!(estimates::distances, module)?,
        wrap_pyfunction!(estimates::random_walk, module)?,
        wrap_pyfunction!(estimates::random_boards, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
