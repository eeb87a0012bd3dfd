/**
 * How the server's Node keeps its memory. By default the heap of a machine with much memory grows to a multiple of
 * what is in use before anything is given back: a portal that needs 45 MB held 250 MB after a few long files. Here it
 * is cleaned up when it has grown by half. Neither is a limit: a large import still gets what it needs.
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50'];
