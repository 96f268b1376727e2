/** How a service fails that a person lets fail. */
export const CHOSEN_FAILURE = {
  code: 'simulated_failure',
  message: 'The service failed, because you let it.',
};
