// A client that notes what it asks its node and how long it pauses, so that a test can see what an option changes.
import { type MockNode } from '@coin/mock-node';
import { createNodeClient, type NodeClient } from '@coin/rpc';

const toText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}` : item)) ?? 'undefined';

/**
 * Runs a call with a client of a node that mines a block in each pause, and returns what the call did as text: a line
 * for each request and pause, and the result or the error.
 */
export async function observe(node: MockNode, call: (client: NodeClient) => unknown): Promise<string> {
  const lines: string[] = [];
  const client = createNodeClient({ transport: node });
  const noted: NodeClient = {
    endpoint: client.endpoint,
    clock: {
      now: node.now,
      sleep: async (ms) => {
        lines.push(`pause ${ms}`);
        node.advanceTime(ms);
        node.mine(1);
      },
    },
    request: (path, body, options = {}) => {
      const { state = 'head', timeoutMs, retries } = options;
      lines.push(`${state} ${path} ${toText(body)} ${toText({ timeoutMs, retries })}`);
      return client.request(path, body, options);
    },
  };
  try {
    lines.push(`result ${toText(await call(noted))}`);
  } catch (error) {
    const { code, context } = error as { code?: string; context?: object };
    lines.push(`error ${code ?? String(error)} ${toText(context)}`);
  }
  return lines.join('\n');
}
