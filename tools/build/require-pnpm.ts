// Runs before a package is packed. Only pnpm replaces `workspace:` and `catalog:` by the versions that they stand for.
const [client = 'This'] = (process.env['npm_config_user_agent'] ?? '').split('/');
if (client !== 'pnpm') {
  console.error(
    `${client} would pack the ranges of the workspace as they are, which no registry resolves: run pnpm pack.`,
  );
  process.exitCode = 1;
}
