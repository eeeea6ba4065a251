export interface ModelTurn {
  role: 'user' | 'assistant';
  content: string;
}

export interface ModelRequest {
  /** What the model is told to do; never a text of a customer. */
  system: string;
  /** The oldest first. */
  messages: readonly ModelTurn[];
  maxTokens: number;
}

/** Tokens as the endpoint counts them; 0 where it does not say. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/** `reason` is for the log: without keys, addresses and texts of the endpoint. */
export type ModelOutcome =
  | { kind: 'answer'; text: string; usage: ModelUsage }
  | { kind: 'failed'; reason: string };

/** A language model. No call throws for what the endpoint does, or retries by itself. */
export interface AssistantPort {
  readonly kind: 'off' | 'openai';
  /** The model by its name, '' where there is none. */
  readonly model: string;
  ask(request: ModelRequest): Promise<ModelOutcome>;
}
