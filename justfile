# What a developer does: `just` lists it. (`cargo install just`, or `pip install rust-just`.)

_list:
    @just --list --unsorted

# all tests of the Rust crates, or those of one: just test -p slidewise-search
test *args="--workspace":
    cargo test --locked {{args}}

# formatting and lints
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- --deny warnings
    cd crates/web/www && npm ci --no-fund --no-audit && npx prettier --check src tests scripts

# build the page and serve it on http://127.0.0.1:7557/
page:
    cd crates/web/www && npm ci && npm run build
    cargo run --release -- serve --dir crates/web/www/dist

# the benchmarks, then the tables against other libraries
bench:
    cargo bench --workspace
    cargo run --release -p slidewise-search --example versus

# the book and the documentation of the crates
docs:
    .ci/book
    cargo doc --workspace --no-deps --locked

# write anew what in the book is made from the lists and help texts of the program, and draw the trees of searches
reference:
    SLIDEWISE_BLESS=1 cargo test --locked -p slidewise --test cli reference

# make the pictures of README.md and of the book anew
pictures:
    .ci/pictures

# what other people's crates bring along: licences, sources, duplicates, advisories
deny:
    cargo deny check

# everything that CI checks
ci:
    .ci/run
