/** Takes out of the browser what a person chose, and has who shows it show what is usual. */
export function forgetKept(key: string): void {
  localStorage.removeItem(key);
  // Other windows are told by the browser, this one by nobody.
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key }));
}
