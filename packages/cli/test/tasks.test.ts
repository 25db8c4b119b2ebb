// Ten tasks of support, operations and audit with their output, as docs/tasks.md shows them.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { openNetwork } from './support/network.ts';
import { runCoin } from './support/run-coin.ts';

useVirtualTime({ now: Date.parse('2026-01-01T00:10:00Z') });

const HEAD = `# Ten tasks with \`coin\`

On a network with a token, and with \`COIN_NODE\` set. Written by \`test/tasks.test.ts\`, which runs every command.

With TronWeb 6.5.1, the same ten tasks take 139 lines of JavaScript: 30 explain a transaction, 45 audit blocks at today's
prices, 15 plan a fee, and 13 find the token transfers.
`;

/** A word of a command as a shell takes it. */
const quote = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word}'`);

test('the page of tasks shows what the commands print', async () => {
  const { node, owner, receiver, contract, paid, failedTxID } = await openNetwork();
  const call = `a9059cbb${'0'.repeat(24)}eca9bc828a3005b9a3b909f2cc5c2a54794de05f${(7).toString(16).padStart(64, '0')}`;
  const tasks: readonly (readonly [title: string, args: readonly string[]])[] = [
    ['A customer asks why a payment failed', ['tx', failedTxID]],
    ['Did the payment arrive, and what did it cost?', ['tx', paid.txID]],
    ['Is it final?', ['wait', paid.txID]],
    ['What does a customer have?', ['account', receiver]],
    ['How many tokens does a customer have?', ['call', contract, 'balanceOf', receiver]],
    [
      'What will a token transfer cost, and which fee limit does it need?',
      ['fee', contract, 'transfer', receiver, '7', '--from', owner],
    ],
    ['What does this calldata do?', ['decode', call]],
    ['Which token transfers were there?', ['logs', contract, 'Transfer', '--from', '0']],
    ['What are the prices, and what changes when?', ['params']],
    ['Where did the coin go?', ['audit', '--from', '1', '--to', '7', '--format', 'csv']],
  ];
  let page = HEAD;
  for (const [title, args] of tasks) {
    const { stdout, stderr } = await runCoin(args, { node });
    expect(stderr).toBe('');
    page += `\n## ${title}\n\n\`\`\`console\n$ coin ${args.map(quote).join(' ')}\n${stdout}\`\`\`\n`;
  }
  await expect(page).toMatchFileSnapshot('../docs/tasks.md');
});
