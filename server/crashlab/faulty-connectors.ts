/** The second seam: each call of a connector. */
import type { Call, Connector } from '#server/connectors/connector.ts';
import { OutcomeUnknownError } from '#server/platform/errors.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import type { Gate } from './fault-gate.ts';

const through = <Answer>(
  gate: Gate,
  kind: string,
  act: (call: Call<unknown>) => Promise<Answer>,
): ((call: Call<unknown>) => Promise<Answer>) => {
  return async (call) => {
    const lost = () => new OutcomeUnknownError(call.key, 'The connection broke off.');
    return gate.pass({
      seam: 'call',
      kind,
      send: async () => act(call),
      cut: async () => {
        throw lost();
      },
      lost,
      looks: () => 'answered',
    });
  };
};

/** Sends every call of every connector through the gate. */
export const instrumentConnectors = (deps: RuntimeDeps, gate: Gate): RuntimeDeps => {
  const wrap = (connector: Connector): Connector => {
    const { kind, perform, reconcile } = connector;
    return {
      ...connector,
      perform: through(gate, `${kind}.perform`, perform),
      ...(reconcile === undefined
        ? {}
        : { reconcile: through(gate, `${kind}.reconcile`, reconcile) }),
    };
  };
  const connectors = [...deps.connectors].map(([kind, one]) => [kind, wrap(one)] as const);
  return { ...deps, connectors: new Map(connectors) };
};
