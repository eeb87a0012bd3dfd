/** A reporter of Playwright that prints each failed journey as it happens, and nothing else. */
export default class PrintFailures {
  printsToStdio() {
    return true;
  }

  onTestEnd(test, result) {
    if (result.status === 'skipped' || result.status === test.expectedStatus) return;
    const [, , file, ...titles] = test.titlePath();
    print(`${file} > ${titles.join(' > ')}`, result.errors);
  }

  /** What fails outside of a journey. */
  onError(error) {
    print('outside of any journey', [error]);
  }
}

function print(where, errors) {
  const text = errors.map(({ message, stack, value }) => stack ?? message ?? value).join('\n');
  console.log(`✗ ${where}\n${text.replaceAll(/^/gm, '    ')}\n`);
}
