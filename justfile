# What a developer does: `just` lists it. (`cargo install just`, or `pip install rust-just`.)

_list:
    @just --list --unsorted

# all tests of the Rust crates
test *args:
    cargo test --workspace --locked {{args}}

# formatting and lints
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- --deny warnings

# build the page and serve it on http://127.0.0.1:7557/
page:
    cd crates/web/www && npm ci && npm run build
    cargo run --release -- serve --dir crates/web/www/dist

# the benchmarks, then the tables against other programs
bench:
    cargo bench --workspace
    cargo run --release -p slidewise-search --example versus

# the book and the documentation of the crates
docs:
    .ci/book
    cargo doc --workspace --no-deps --locked

# everything that CI checks
ci:
    .ci/run
