/** Before something that matters is changed. */
export const stepUp = {
  title: 'Confirm that it is you',
  text: 'It is more than ten minutes since you signed in. What you were doing goes on afterwards.',
  factorTitle: 'One more step',
  factorText: 'Whoever asks this of others passes it first. What you were doing goes on afterwards.',
  nothing: 'No way to confirm it is set up. Sign out, sign in again, and do it within ten minutes.',
};
