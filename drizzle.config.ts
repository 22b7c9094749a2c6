import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: './api/db/tables/*.ts', out: './api/db/migrations' });
