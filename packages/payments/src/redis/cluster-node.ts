/** A connection to one node of a cluster. */
interface ClusterNode {
  readonly call: (command: string, ...parameters: string[]) => Promise<unknown>;
}

/** `Cluster` of ioredis also gives the connections to its nodes. */
export interface ClusterConnection {
  readonly nodes?: () => readonly ClusterNode[];
}

/** The run id in an answer to INFO, or '' if the server hides it. */
const runIdOf = (info: unknown): string => /^run_id:(\w+)/m.exec(String(info))?.[1] ?? '';

/** Finds the node with this run id, to ask it for what belongs to no key. */
export async function findNode(nodes: readonly ClusterNode[], runId: string): Promise<ClusterNode> {
  for (const node of nodes) {
    // A node that does not answer is not the one that told its run id.
    const found = runIdOf(await node.call('INFO', 'server').catch(() => ''));
    if (found !== '' && found === runId) return node;
  }
  throw new Error('no known node of the cluster holds the keys');
}
