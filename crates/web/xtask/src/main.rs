//! `xtask MODULE.wasm DIRECTORY`: writes the JavaScript and the WebAssembly that the page loads.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, directory] = arguments.as_slice() else {
        eprintln!("usage: xtask MODULE.wasm DIRECTORY");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let done = bindgen
        .input_path(module)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).out_name("slidewise").generate(directory));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
