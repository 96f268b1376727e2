// Breaks the rules on purpose: bin/check-layers.mjs fails when nobody notices.
import pg from 'pg';
import { stored } from '../store/stored.ts';
import type { Stored } from '../store/stored.ts';

export const planted: readonly [unknown, Stored] = [pg, stored];
