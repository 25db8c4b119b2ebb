/** What each package manager calls an installation, and the flag that saves a package for development. */
const MANAGERS = [
  { name: 'npm', add: 'npm install', dev: '--save-dev' },
  { name: 'pnpm', add: 'pnpm add', dev: '--save-dev' },
  { name: 'yarn', add: 'yarn add', dev: '--dev' },
  { name: 'bun', add: 'bun add', dev: '--dev' },
] as const;

const INSTALLATION = /^```sh\n((?:npm install @coin\/.*\n|npm install --save-dev .*\n)+)```$/gm;

/** Gives each block that only installs packages from npm a tab for every package manager. */
export function installTabs(text: string): string {
  return text.replaceAll(INSTALLATION, (_all, commands: string) => {
    const tabs = MANAGERS.map(({ name, add, dev }) => {
      const written = commands.replaceAll('npm install', add).replaceAll('--save-dev', dev);
      return `\`\`\`sh [${name}]\n${written}\`\`\``;
    });
    return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`;
  });
}
