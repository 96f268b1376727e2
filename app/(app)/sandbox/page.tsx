import { redirect } from 'next/navigation';

export default function SandboxHome(): never {
  redirect('/sandbox/slack');
}
