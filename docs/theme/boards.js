// Boards of the book can be played: `<div class="board" data-puzzle="klotski"><img …></div>` becomes the element
// <slidewise-board>, if its package lies in the folder `board` of the book (.ci/book). Otherwise the picture stays.
(function () {
    "use strict";
    const boards = document.querySelectorAll(".board[data-puzzle]");
    // Where the book begins, seen from this page: mdBook says so in a variable of its own.
    const root = typeof path_to_root === "string" ? path_to_root : "";
    if (boards.length === 0 || location.protocol === "file:") return;
    import(new URL(root + "board/index.js", location.href).href).then(function () {
        return customElements.whenDefined("slidewise-board");
    }).then(function () {
        boards.forEach(function (place) {
            const board = document.createElement("slidewise-board");
            board.setAttribute("puzzle", place.dataset.puzzle);
            place.replaceChildren(board);
        });
    }).catch(function () { /* the pictures stay */ });
})();
