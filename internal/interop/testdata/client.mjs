// A client built with @modelcontextprotocol/client. It talks to the server it
// is given and prints what it saw as one JSON document.
//
//   node client.mjs http URL
//   node client.mjs stdio COMMAND [ARG…]
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [kind, ...rest] = process.argv.slice(2);
const transport = kind === 'http'
  ? new StreamableHTTPClientTransport(new URL(rest[0]))
  : new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env });

const client = new Client(
  { name: 'interop', version: '1.0.0' },
  { versionNegotiation: { mode: { pin: '2026-07-28' } } },
);

// refused runs call and gives the code of the error that it must end in.
async function refused(call) {
  try {
    await call();
  } catch (err) {
    return err.code;
  }
  return null;
}

await client.connect(transport);
const progress = [];
const seen = {
  era: client.getProtocolEra(),
  revision: client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion()?.name,
  capabilities: Object.keys(client.getServerCapabilities() ?? {}).sort(),
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  resources: (await client.listResources()).resources.map((resource) => resource.uri),
  templates: (await client.listResourceTemplates()).resourceTemplates.map((t) => t.uriTemplate),
  prompts: (await client.listPrompts()).prompts.map((prompt) => prompt.name),
  text: await client.callTool({ name: 'test_simple_text', arguments: {} }),
  failed: await client.callTool({ name: 'test_error_handling', arguments: {} }),
  progressed: await client.callTool(
    { name: 'test_tool_with_progress', arguments: {} },
    { onprogress: (p) => progress.push(p.progress) },
  ),
  resource: await client.readResource({ uri: 'test://static-text' }),
  templated: await client.readResource({ uri: 'test://template/123/data' }),
  prompt: await client.getPrompt({
    name: 'test_prompt_with_arguments',
    arguments: { arg1: 'one', arg2: 'two' },
  }),
  completion: await client.complete({
    ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
    argument: { name: 'arg1', value: 'te' },
  }),
  unknownTool: await refused(() => client.callTool({ name: 'no_such_tool', arguments: {} })),
  unknownResource: await refused(() => client.readResource({ uri: 'test://no-such-resource' })),
  unknownPrompt: await refused(() => client.getPrompt({ name: 'no_such_prompt' })),
};
seen.progress = progress;
await client.close();
console.log(JSON.stringify(seen));
