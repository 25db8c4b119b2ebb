import { bytesToHex } from '@noble/hashes/utils.js';
import { type VmRules } from '../world/vm-rules.ts';
import { type ContractCode } from '../world/world-state.ts';
import { type CodeAnalysis, analyseCode } from './code-analysis.ts';
import { ENERGY } from './energy-schedule.ts';
import { instructionTable } from './opcodes.ts';

/** Analyses of code, under one set of rules. */
export interface AnalysisCache {
  readonly memoryBase: number;
  /**
   * Analysis of a contract's code, cached as long as the code object lives and, for the most recently used, by hash.
   */
  readonly ofContract: (code: ContractCode) => CodeAnalysis;
  /** Analysis of code that runs once. */
  readonly analyse: (code: Uint8Array) => CodeAnalysis;
}

const MAX_CACHED_BY_HASH = 256;
const MAX_CACHED_RULES = 16;

function createAnalysisCache(rules: VmRules): AnalysisCache {
  const instructions = instructionTable(rules);
  const memoryBase = rules.higherLimitForMaxCpuTime ? ENERGY.special : ENERGY.zero;
  const byCode = new WeakMap<ContractCode, CodeAnalysis>();
  const byHash = new Map<string, CodeAnalysis>();
  const analyse = (code: Uint8Array): CodeAnalysis => analyseCode(code, instructions, memoryBase);
  return {
    memoryBase,
    analyse,
    ofContract: (code) => {
      const known = byCode.get(code);
      if (known !== undefined) return known;
      const key = bytesToHex(code.hash);
      const analysis = byHash.get(key) ?? analyse(code.bytes);
      byHash.delete(key);
      byHash.set(key, analysis);
      if (byHash.size > MAX_CACHED_BY_HASH) {
        const [oldest] = byHash.keys();
        if (oldest !== undefined) byHash.delete(oldest);
      }
      byCode.set(code, analysis);
      return analysis;
    },
  };
}

const byRules = /* @__PURE__ */ new WeakMap<VmRules, AnalysisCache>();
const byFlags = /* @__PURE__ */ new Map<string, AnalysisCache>();

/** The analyses for a set of rules. Equal rules share one cache, even as different objects. */
export function analysisCache(rules: VmRules): AnalysisCache {
  const known = byRules.get(rules);
  if (known !== undefined) return known;
  const { energyFee: _, dynamicEnergy: __, ...flags } = rules;
  const key = JSON.stringify(Object.entries(flags).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const cache = byFlags.get(key) ?? createAnalysisCache(rules);
  if (byFlags.size >= MAX_CACHED_RULES) byFlags.clear();
  byFlags.set(key, cache);
  byRules.set(rules, cache);
  return cache;
}
