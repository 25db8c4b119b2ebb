import { prepareLoad, type Address, type Load } from './http-load.ts';
import { median } from './interleave.ts';
import { type ServerProcess } from './server-process.ts';

/** A server that takes part in a comparison, and what it is sent. */
export interface Side extends Load {
  readonly name: string;
  readonly address: Address;
  /** Where its CPU time is known. */
  readonly process?: Pick<ServerProcess, 'cpuTime'> | undefined;
}

/** What requests cost one side: medians of the rounds. */
export interface SideResult {
  readonly name: string;
  /** CPU time of a request, milliseconds. */
  readonly cost: number | undefined;
  /** How many times the cost of the first side it has. */
  readonly costRatio: number | undefined;
  /** Requests per second, by the clock. */
  readonly rate: number;
  /** Of the times from request to answer, milliseconds: 99 of 100 are at most that. */
  readonly percentile99: number;
}

export interface RoundOptions {
  /** Requests of a round. */
  readonly count: number;
  readonly rounds: number;
  readonly warmUp: number;
}

interface Round {
  readonly cost: number | undefined;
  readonly rate: number;
  readonly latencies: readonly number[];
}

/** Sends requests to each side in alternating rounds, so other load on the machine affects all. */
export async function compareServers(
  sides: readonly Side[],
  { count, rounds, warmUp }: RoundOptions,
): Promise<readonly SideResult[]> {
  const measured = sides.map((side) => ({ name: side.name, measure: roundOf(side, count), results: [] as Round[] }));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { measure, results } of round % 2 === 0 ? measured : measured.toReversed()) {
      const result = await measure();
      if (round >= warmUp) results.push(result);
    }
  }
  const [first] = measured;
  return measured.map(({ name, results }) => {
    const latencies = results.flatMap((result) => result.latencies).toSorted((a, b) => a - b);
    return {
      name,
      cost: medianOf(results.map(({ cost }) => cost)),
      costRatio: medianOf(
        results.map(({ cost }, round) => cost !== undefined && cost / (first?.results[round]?.cost ?? Number.NaN)),
      ),
      rate: median(results.map(({ rate }) => rate)),
      percentile99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    };
  });
}

function medianOf(values: readonly (number | undefined | false)[]): number | undefined {
  const known = values.filter((value) => typeof value === 'number');
  return known.length === 0 ? undefined : median(known);
}

function roundOf(side: Side, count: number): () => Promise<Round> {
  const send = prepareLoad(side.address, side);
  const cpuTime = async (): Promise<number> => (await side.process?.cpuTime()) ?? Number.NaN;
  return async () => {
    const before = await cpuTime();
    const { total, latencies } = await send(count);
    const cost = ((await cpuTime()) - before) / count;
    return { cost: Number.isNaN(cost) ? undefined : cost, rate: (count / total) * 1000, latencies };
  };
}
