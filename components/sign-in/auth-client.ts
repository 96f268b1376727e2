'use client';

import { createAuthClient } from 'better-auth/react';

/** Talks to /api/auth of this origin. */
export const authClient = createAuthClient();
