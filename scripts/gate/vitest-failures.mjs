/** A reporter of Vitest that prints each failure as it happens, and nothing else. */
export default class PrintFailures {
  #printed = new Set();

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed' || this.#printed.has(test.id)) return;
    this.#printed.add(test.id);
    print(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  }

  /** What fails outside of a test: in a hook, or while a file is loaded. */
  onTestSuiteResult(suite) {
    print(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module) {
    print(module.relativeModuleId, module.errors());
  }

  onTestRunEnd(modules, unhandled) {
    // A run that ends after too many failures does not tell of the last of them.
    for (const module of modules)
      for (const test of module.children.allTests('failed')) this.onTestCaseResult(test);
    print('outside of any test', unhandled);
  }
}

function print(where, errors = []) {
  for (const { message, stack, diff } of errors) {
    const text = [message, diff, stack].filter(Boolean).join('\n');
    console.log(`✗ ${where}\n${text.replaceAll(/^/gm, '    ')}\n`);
  }
}
