import { Component, h, render } from 'preact';
import { expect, test } from 'vitest';
import { tellComponentStacks } from './component-stack.ts';

class Screen extends Component<{ tell: (stack: string | undefined) => void }, { isBroken: boolean }> {
  override state = { isBroken: false };

  override componentDidCatch(_error: unknown, info: { componentStack?: string }): void {
    this.props.tell(info.componentStack);
    this.setState({ isBroken: true });
  }

  override render() {
    return this.state.isBroken ? 'An Error Occurred' : h('main', null, h(Broken, null));
  }
}

function Broken(): never {
  throw new Error('the reason');
}

test('an error screen on Preact is told which components it happened in, innermost first', () => {
  tellComponentStacks();
  const told: string[] = [];
  render(h(Screen, { tell: (stack) => void told.push(stack ?? '') }), document.createElement('div'));
  expect(told[0]?.split('\n').map((line) => line.trim())).toEqual(['at Broken', 'at main', 'at Screen']);
});
