/** A reporter of Vitest that prints each failure as it happens, and nothing else. */
export default class PrintFailures {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') print(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  }

  /** What fails outside of a test: in a hook, or while a file is loaded. */
  onTestSuiteResult(suite) {
    print(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module) {
    print(module.relativeModuleId, module.errors());
  }

  onTestRunEnd(_modules, unhandled) {
    print('outside of any test', unhandled);
  }
}

function print(where, errors = []) {
  for (const { message, stack, diff } of errors) {
    const text = [message, diff, stack].filter(Boolean).join('\n');
    console.log(`✗ ${where}\n${text.replaceAll(/^/gm, '    ')}\n`);
  }
}
