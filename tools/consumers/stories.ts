// What each consumer runs of each package: a few lines that use its main entry and a subpath, and what they must print.
// A story contains everything it needs, so each package is used alone.
import proof from './proof.json' with { type: 'json' };

export interface Story {
  readonly package: string;
  /** The names that it imports, by entry. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Statements of an async function that returns a text. */
  readonly body: string;
  readonly result: string;
}

export const stories: readonly Story[] = [
  {
    package: '@coin/errors',
    imports: { '@coin/errors': ['argumentMessage', 'closestName', 'createArgumentChecks'] },
    body: `
      const { integerArgument } = createArgumentChecks((context) => new RangeError(argumentMessage(context)));
      try {
        integerArgument('port', 1.5, { min: 0, max: 65_535 });
      } catch (error) {
        if (error instanceof RangeError) return closestName('maximum', ['min', 'max']) + ' ' + error.message;
      }
      return 'nothing thrown';`,
    result: 'max Invalid port "1.5": it must be an integer from 0 to 65535.',
  },
  {
    package: '@coin/units',
    imports: { '@coin/units': ['formatCoin', 'isUnitsError', 'multiplyRatio', 'parseCoin', 'percent'] },
    body: `
      const price = parseCoin('12.5');
      let code = 'nothing thrown';
      try {
        parseCoin('12.50000001');
      } catch (error) {
        if (isUnitsError(error)) code = error.code;
      }
      return formatCoin(price + multiplyRatio(price, percent('0.3'), 'ceil')) + ' ' + code;`,
    result: '12.5375 AMOUNT_TOO_PRECISE',
  },
  {
    package: '@coin/fee',
    imports: { '@coin/fee': ['feeLimitFromEnergyFactor', 'isFeeError', 'parseEnergyFactor'] },
    body: `
      const call = { basicEnergy: 27_704n, energyFactor: parseEnergyFactor('0.34') };
      let code = 'nothing thrown';
      try {
        feeLimitFromEnergyFactor({ ...call, energyPrice: 0n });
      } catch (error) {
        if (isFeeError(error)) code = error.code;
      }
      return feeLimitFromEnergyFactor({ ...call, energyPrice: 100n }) + ' ' + code;`,
    result: '4255200 ARGUMENT_INVALID',
  },
  {
    package: '@coin/rpc',
    imports: {
      '@coin/rpc': ['createNodeClient', 'getBalance', 'isRpcError'],
      '@coin/rpc/abi': ['encodeCall'],
      '@coin/rpc/address': ['addressToHex'],
      '@coin/rpc/proof': ['verifyProof'],
    },
    body: `
      const address = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd';
      const answers = ['{"address":"' + address + '","balance":9007199254740993}', '{"Error":"no"}'];
      const fetch = async () => new Response(answers.shift(), { headers: { 'content-type': 'application/json' } });
      const client = createNodeClient({ transport: { fetch } });
      const balance = await getBalance(client, { address });
      let code = 'nothing thrown';
      try {
        await getBalance(client, { address });
      } catch (error) {
        if (isRpcError(error)) code = error.code;
      }
      const { parameter } = encodeCall({
        abi: [{ type: 'function', name: 'set', inputs: [{ type: 'uint256' }] }],
        functionName: 'set',
        args: [7n],
      });
      const { payment } = verifyProof(${JSON.stringify(proof.certificate)}, {
        witnesses: ${JSON.stringify(proof.witnesses)},
      });
      return [balance, code, addressToHex(address), BigInt('0x' + parameter), payment?.amount].join(' ');`,
    result: '9007199254740993 NODE_ERROR 41ea09611b57e89d67fbb33a516eb90508ca95a3e5 7 25000001',
  },
  {
    package: '@coin/payments',
    imports: {
      '@coin/payments': ['createOutbox', 'isPaymentsError', 'createMemoryStore'],
      '@coin/payments/conformance': ['checkOutboxStore'],
    },
    body: `
      const store = createMemoryStore();
      await checkOutboxStore(() => store);
      const request = async () => {
        throw new Error('no node');
      };
      const client = { endpoint: 'http://node.example', clock: { now: () => 0, sleep: async () => {} }, request };
      const outbox = createOutbox({ store, client, signer: { sign: () => '' } });
      const owner = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd';
      const { status } = await outbox.enqueue('order-1', { kind: 'transfer', owner, to: owner, amount: 1n });
      let code = 'nothing thrown';
      try {
        await outbox.enqueue('order-1', { kind: 'transfer', owner, to: owner, amount: 2n });
      } catch (error) {
        if (isPaymentsError(error)) code = error.code;
      }
      return status + ' ' + code;`,
    result: 'queued ARGUMENT_INVALID',
  },
  {
    package: '@coin/mock-node',
    imports: { '@coin/mock-node': ['createMockNode'], '@coin/mock-node/abi': ['describeRevert'] },
    body: `
      const node = createMockNode();
      const answer = await node.fetch('http://node/wallet/getnowblock');
      const block = await answer.json();
      return answer.status + ' ' + Object.keys(block.block_header)[0] + ' ' + describeRevert('');`,
    result: '200 raw_data no reason given',
  },
  {
    package: '@coin/testing',
    imports: {
      '@coin/testing': ['assertBurns', 'assertEmits', 'isTestingError'],
      '@coin/testing/report': ['formatCallTree'],
    },
    body: `
      await assertBurns({ receipt: {}, fee: 5 }, 5n);
      const topic = '9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752';
      const answer = { result: { result: true }, logs: [{ address: 'c0'.repeat(20), topics: [topic], data: '' }] };
      await assertEmits(answer, 'Paused()');
      const trace = { instructions: [], steps: [], omittedSteps: 0, contracts: [], energyPrice: 1n, maxEnergyFactor: 0n };
      let code = 'nothing thrown';
      try {
        await assertBurns({ receipt: {} }, -1n);
      } catch (error) {
        if (isTestingError(error)) code = error.code;
      }
      return code + ' ' + formatCallTree(trace).length;`,
    result: 'ARGUMENT_INVALID 0',
  },
];

/** `import` or `require` of the names that the story uses, and a function `story` that returns its result. */
export function storyFunction({ imports, body }: Story, format: 'import' | 'require'): string {
  const lines = Object.entries(imports).map(([entry, names]) =>
    format === 'import'
      ? `import { ${names.join(', ')} } from '${entry}';`
      : `const { ${names.join(', ')} } = require('${entry}');`,
  );
  return `${lines.join('\n')}\nasync function story() {${body}\n}\n`;
}

/** A program that prints the result. */
export const program = (story: Story, format: 'import' | 'require', print = 'console.log'): string =>
  `${storyFunction(story, format)}story().then((result) => ${print}('RESULT ' + result));\n`;
