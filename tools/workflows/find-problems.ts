// What a workflow of GitHub must not do, beyond what actionlint sees: run code that nobody pinned, hold rights or
// credentials that it does not need, or paste text that anyone can write into a shell.
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>> | string;
  readonly environment?: unknown;
  readonly container?: string | { readonly image: string };
  readonly services?: Readonly<Record<string, { readonly image: string }>>;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly on?: unknown;
  readonly permissions?: Readonly<Record<string, string>> | string;
  readonly jobs?: Readonly<Record<string, Job>>;
  /** Of an action. */
  readonly runs?: { readonly steps?: readonly Step[] };
}

/** Triggers that run with the rights of the repository on a proposal that anyone can make. */
const UNSAFE_TRIGGERS = ['pull_request_target', 'workflow_run', 'issue_comment'];

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/** The problems of a workflow or of an action's `action.yml`, one sentence each. */
export function findProblems(text: string): string[] {
  const file = parse(text) as Workflow;
  return [
    ...problemsOfUses(text),
    ...(file.runs === undefined ? problemsOfWorkflow(file) : problemsOfSteps(file.runs)),
  ];
}

function problemsOfUses(text: string): string[] {
  return [...text.matchAll(/^\s*(?:- )?uses: *(\S+)(.*)$/gm)].flatMap(([, action = '', comment = '']) => {
    if (action.startsWith('./')) return [];
    if (!PINNED.test(action)) return [`${action} is not pinned by a commit of 40 hex digits`];
    return /^ # v\d+\.\d+\.\d+$/.test(comment) ? [] : [`${action} has no comment with its version, such as "# v1.2.3"`];
  });
}

function problemsOfWorkflow({ on, permissions, jobs = {} }: Workflow): string[] {
  const triggers = typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(on ?? {});
  const unsafe = triggers.filter((trigger) => UNSAFE_TRIGGERS.includes(trigger));
  return [
    ...unsafe.map((trigger) => `it is triggered by ${trigger}`),
    ...(typeof permissions === 'object' && Object.keys(permissions).length === 0
      ? []
      : ['its permissions at the top are not {}']),
    ...Object.entries(jobs).flatMap(([name, job]) => problemsOfJob(job).map((problem) => `job ${name}: ${problem}`)),
  ];
}

function problemsOfJob(job: Job): string[] {
  const { permissions, container, services = {} } = job;
  const images = [
    ...(container === undefined ? [] : [typeof container === 'string' ? container : container.image]),
    ...Object.values(services).map(({ image }) => image),
  ];
  const hasIdentity = typeof permissions === 'object' && permissions['id-token'] === 'write';
  return [
    ...(typeof permissions === 'object' ? [] : ['its permissions are not listed']),
    ...(hasIdentity && job.environment === undefined ? ['it has an identity without a protected environment'] : []),
    ...(job['timeout-minutes'] === undefined ? ['it has no timeout-minutes'] : []),
    ...images
      .filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))
      .map((image) => `${image} is not pinned by digest`),
    ...problemsOfSteps(job),
  ];
}

function problemsOfSteps({ steps = [] }: { readonly steps?: readonly Step[] }): string[] {
  return steps.flatMap(({ uses = '', run = '', with: inputs }) => [
    ...(uses.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false
      ? ['a checkout keeps its credentials']
      : []),
    ...(run.includes('${{') ? [`"${run}" has an expression: pass it by the environment`] : []),
  ]);
}
