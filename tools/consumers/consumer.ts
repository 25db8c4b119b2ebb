import { type Project } from './project.ts';
import { type Story } from './stories.ts';

export interface Consumer {
  /** Its row in the table. */
  readonly name: string;
  /** In the part that every CI run has: seconds, and no tool from the network that the workspace does not have. */
  readonly fast?: true;
  /** Installs the packages into the empty project. */
  setUp(project: Project): Promise<unknown>;
  /** Runs the story of one package, and returns what was printed. */
  run(project: Project, story: Story): Promise<string>;
  /** What is run instead of a package's story, and why. */
  readonly partly?: Readonly<Record<string, string>>;
  /** Why a package is not for this consumer. */
  readonly without?: Readonly<Record<string, string>>;
}
