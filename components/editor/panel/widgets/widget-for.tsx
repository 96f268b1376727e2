'use client';

import type { ReactNode } from 'react';
import type { Widget } from '#server/steps/form.ts';
import type { WidgetProps } from '../widget.ts';
import { ArmsWidget } from './arms-widget.tsx';
import { AutomationWidget } from './automation-widget.tsx';
import { CasesWidget } from './cases-widget.tsx';
import { ChoiceWidget } from './choice-widget.tsx';
import { ConnectionWidget } from './connection-widget.tsx';
import { DaysWidget } from './days-widget.tsx';
import { DeadlineWidget } from './deadline-widget.tsx';
import { DurationWidget } from './duration-widget.tsx';
import { EmailBodyWidget } from './email-body-widget.tsx';
import { KeyValuesWidget } from './key-values-widget.tsx';
import { LiquidWidget } from './liquid-widget.tsx';
import { NumberWidget } from './number-widget.tsx';
import { PeopleWidget } from './people-widget.tsx';
import { StatusCodesWidget } from './status-codes-widget.tsx';
import { SwitchWidget } from './switch-widget.tsx';
import { TextWidget } from './text-widget.tsx';
import { TimeWidget } from './time-widget.tsx';
import { ZoneWidget } from './zone-widget.tsx';

type Draw<Kind extends Widget['kind']> = (props: WidgetProps<Kind>) => ReactNode;

/** Which control draws which kind of setting; a kind without one does not compile. */
const WIDGETS: { readonly [Kind in Widget['kind']]: Draw<Kind> } = {
  text: TextWidget,
  liquid: LiquidWidget,
  email_body: EmailBodyWidget,
  connection: ConnectionWidget,
  choice: ChoiceWidget,
  switch: SwitchWidget,
  number: NumberWidget,
  duration: DurationWidget,
  time_of_day: TimeWidget,
  days: DaysWidget,
  zone: ZoneWidget,
  cases: CasesWidget,
  arms: ArmsWidget,
  people: PeopleWidget,
  deadline: DeadlineWidget,
  key_values: KeyValuesWidget,
  automation: AutomationWidget,
  status_codes: StatusCodesWidget,
};

export function WidgetFor(props: Omit<WidgetProps, 'widget'>) {
  const { widget } = props.field;
  // Each control takes the widget of its own kind, which the table above pairs by key.
  const Draw = WIDGETS[widget.kind] as Draw<Widget['kind']>;
  return <Draw {...props} widget={widget} />;
}
