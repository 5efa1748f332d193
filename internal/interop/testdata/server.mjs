// A server built with @modelcontextprotocol/server.
//
//   node server.mjs http     listens on a free port and prints its URL
//   node server.mjs stdio
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { McpServer, ResourceTemplate, completable, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

function build() {
  const server = new McpServer(
    { name: 'foreign', version: '1.2.3' },
    { instructions: 'A server of another make.' },
  );
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    async ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  );
  server.registerTool('fails', { description: 'Always fails.' }, async () => ({
    content: [{ type: 'text', text: 'out of paper' }],
    isError: true,
  }));
  server.registerTool('steps', { description: 'Reports progress.' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= 3 && progressToken !== undefined; progress++) {
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3 },
      });
    }
    return { content: [{ type: 'text', text: 'done' }] };
  });
  server.registerTool(
    'mirrored',
    {
      description: 'Has an argument that travels in a header too.',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    async ({ region }) => ({ content: [{ type: 'text', text: region }] }),
  );
  server.registerResource('note', 'note://today', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'buy milk' }],
  }));
  server.registerResource(
    'day',
    new ResourceTemplate('note://day/{name}', { list: undefined }),
    { mimeType: 'text/plain' },
    async (uri, { name }) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: `nothing on ${name}` }],
    }),
  );
  server.registerPrompt(
    'greet',
    {
      description: 'Greets somebody.',
      argsSchema: z.object({
        name: completable(z.string(), (value) => ['Ada', 'Alan'].filter((n) => n.startsWith(value))),
      }),
    },
    ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello, ${name}!` } }] }),
  );
  return server;
}

// serve gives a node request to a handler of web requests and pipes its answer back.
async function serve(handler, req, res) {
  const body = req.method === 'GET' || req.method === 'HEAD' ? undefined : Readable.toWeb(req);
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const answer = await handler.fetch(
    new Request(`http://${req.headers.host}${req.url}`, {
      method: req.method,
      headers: req.headers,
      body,
      duplex: 'half',
      signal: gone.signal,
    }),
  );
  res.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    res.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body), res).catch(() => res.destroy());
}

if (process.argv[2] === 'stdio') {
  serveStdio(build);
} else {
  const handler = createMcpHandler(build);
  const http = createServer((req, res) => serve(handler, req, res));
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}
