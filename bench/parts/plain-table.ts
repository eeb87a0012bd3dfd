/**
 * Runs in an empty page: fetches the rows and shows them in a table as HTML alone makes it, every row of it
 * at once; its Edit puts an input into every cell of the row.
 * @param columns their names in the rows
 */
export async function plainTable(columns: readonly string[]): Promise<void> {
  const { data } = (await (await fetch('/rows')).json()) as { data: Record<string, unknown>[] };
  const table = document.createElement('table');
  const body = table.createTBody();
  for (const row of data) {
    const line = body.insertRow();
    line.dataset['row'] = String(row['id']);
    for (const name of columns) line.insertCell().textContent = String(row[name] ?? '');
    const button = document.createElement('button');
    button.dataset['action'] = 'edit';
    button.textContent = 'Edit';
    line.insertCell().append(button);
  }
  body.addEventListener('click', ({ target }) => {
    const line = target instanceof Element ? target.closest('tr') : null;
    if (!line) return;
    line.dataset['edited'] = 'true';
    for (const cell of [...line.cells].slice(0, -1)) {
      const input = document.createElement('input');
      input.value = cell.textContent ?? '';
      cell.replaceChildren(input);
    }
    line.querySelector('input')?.focus();
  });
  const scroller = document.createElement('div');
  scroller.style.cssText = 'height: 700px; overflow: auto; font: 14px sans-serif';
  scroller.append(table);
  document.body.append(scroller);
}
