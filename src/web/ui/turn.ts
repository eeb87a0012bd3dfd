/** Lets the browser do what waits, such as painting and answering a key, and goes on in a task of its own. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    // Unlike timers, messages are not held back where the page is not in sight.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
