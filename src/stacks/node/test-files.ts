import picomatch from 'picomatch'

const endings = '{js,mjs,cjs,jsx,ts,mts,cts,tsx}'

/** True for files that a test runner of this stack would run by its defaults. Paths relative to the project. */
export const isTestFile = picomatch(
  [
    `**/*{.,-,_}{test,spec}.${endings}`,
    `**/test-*.${endings}`,
    `**/{test,spec}.${endings}`,
    `**/__tests__/**/*.${endings}`,
    `**/{test,tests,spec}/**/*.${endings}`,
  ],
  { ignore: ['**/node_modules/**', '**/{fixtures,__fixtures__,__mocks__,__snapshots__}/**', '**/*.d.ts'] },
)
