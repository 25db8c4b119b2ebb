import { instrument } from '@coin/test-kit/instrument';
import { transform } from 'sucrase';

/** A script that runs an example once the library has been evaluated in the same worker. */
export function compileExample(code: string, answersAreRecorded: boolean): string {
  const checked = instrument({ file: 'line', line: 1, code });
  const { code: script } = transform(checked, { transforms: ['imports'], disableESTransforms: true, production: true });
  const imported = [...script.matchAll(/\brequire\('([^']+)'\)/g)].map(([, name]) => name);
  const options = JSON.stringify({ imported, answersAreRecorded });
  return `;runExample(${options}, async (require, exports, console, __example) => {${script}\n});`;
}
