import type { z } from 'zod';
import type { AutomationDocument, DocumentStep } from './document.ts';
import type { StepError } from './event.ts';
import type { Lane, Visit } from './state.ts';
import type { TimerRule } from './timer-rule.ts';

/** What Liquid fields and conditions can see. */
export interface DataScope {
  readonly trigger: Readonly<Record<string, unknown>>;
  readonly contact: Readonly<Record<string, unknown>> | null;
  /** The latest output of each step that has one, by step id. */
  readonly steps: ReadonlyMap<string, { readonly output: unknown }>;
  readonly run: { readonly id: string; readonly startedAt: string; readonly isTest: boolean };
}

export type Rendered = { ok: true; text: string } | { ok: false; error: StepError };

/** Renders a Liquid template, strictly: an unknown variable is an error, never an empty string. */
export type Render = (template: string, data: DataScope) => Rendered;

/** What `enter` may see. No clock, no randomness, no I/O: all of it is handed in. */
export interface EnterContext {
  readonly runId: string;
  readonly visit: Visit;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly data: DataScope;
  readonly render: Render;
  readonly settings: AutomationDocument['settings'];
  /** The contact's zone where known, else the automation's. */
  readonly contactZone: string;
}

export interface TimerRequest {
  readonly rule: TimerRule;
  readonly zone: string;
  readonly spreadSeconds: number;
}

/** What happens when a deadline passes: take a port, stop the run, or ask someone else first. */
export interface DeadlineRequest extends TimerRequest {
  readonly then:
    | { kind: 'port'; port: string }
    | { kind: 'stop' }
    | {
        kind: 'escalate';
        to: readonly string[];
        after: string;
        finally: { kind: 'port'; port: string } | { kind: 'stop' };
      };
}

/** How a step begins, decided purely from its configuration and the run's data. */
export type Entry =
  /** A worker of this lane must do something. */
  | { kind: 'work'; lane: Lane }
  /** Walked through at once. */
  /** `note` says in the timeline why, where the port alone does not; no personal data. */
  | { kind: 'pass'; port: string; output?: unknown; note?: string }
  | { kind: 'wait_timer'; timer: TimerRequest }
  | { kind: 'wait_signal'; signal: string; correlationKey: string; deadline: DeadlineRequest }
  | {
      kind: 'approval';
      content: string;
      assignees: readonly string[];
      channel: 'slack' | 'inbox';
      target: string | null;
      deadline: DeadlineRequest;
    }
  | { kind: 'fork'; ports: readonly string[] }
  | { kind: 'join'; mode: 'all' | 'any' | 'count'; count: number; leftover: 'cancel' | 'let_run' }
  | { kind: 'end'; outcome: string }
  | { kind: 'fail'; error: StepError };

export interface Port {
  readonly id: string;
  readonly label: string;
}

export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Stable, for tests and links: `missing_setting`, `unknown_port`, … */
  readonly code: string;
  /** The step it is about; null for the trigger or the whole document. */
  readonly stepId: string | null;
  /** Dotted path of the field inside the step's config, where there is one. */
  readonly field: string | null;
  /** One sentence that says what to do. */
  readonly message: string;
}

export type StepGroup = 'wait' | 'decide' | 'send' | 'data' | 'people' | 'end';

/** A Liquid field of a step: where it stands and what it holds. */
export interface TemplateField {
  readonly field: string;
  readonly template: string;
}

/**
 * One kind of step, as pure data and functions: shared by the publish checks, the walk, the
 * browser and the worker. `execute.ts` beside it holds what only a worker does.
 */
export interface StepDefinition<Config = unknown> {
  readonly kind: string;
  /** "Send an email" */
  readonly title: string;
  readonly group: StepGroup;
  /** A lucide icon's name, kebab-case. */
  readonly icon: string;
  readonly config: z.ZodType<Config>;
  /** The lane its work runs in; null when it never needs a worker. */
  readonly lane: Lane | null;
  /** The workspace connection that its work uses; none when left out. */
  readonly connection?: (config: Config) => string | null;
  /** Whether a run that it started is cancelled once it was waited for in vain. No, when left out. */
  readonly cancelsLateChild?: (config: Config) => boolean;
  /** Whether the step may be given a `failed` port beside its own. */
  readonly canFail: boolean;
  /** Whether a run can stand here for a while: a loop without such a step is warned about. */
  readonly waits: boolean;
  readonly ports: (config: Config) => readonly Port[];
  /** The plain sentence on its card. */
  readonly sentence: (config: Config) => string;
  readonly templates: (config: Config) => readonly TemplateField[];
  /** Names of the fields of its output, for references and completion. `null`: anything. */
  readonly outputFields: readonly string[] | null;
  readonly enter: (config: Config, context: EnterContext) => Entry;
  /** Checks beyond the schema. */
  readonly check?: (
    config: Config,
    step: DocumentStep,
    document: AutomationDocument,
  ) => readonly Problem[];
}

export type Catalogue = ReadonlyMap<string, StepDefinition>;
