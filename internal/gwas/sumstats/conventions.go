package sumstats

// Conventions are a person's statements about how a file is written, where the file itself does not
// state it.
type Conventions struct {
	// Scale is that of the effects in the file. Effects of a linear model of a 0/1
	// trait become log odds when cases and controls are known; see Reader.Scale.
	Scale EffectScale `json:"effect_scale,omitempty"`
	// ZeroBased adds 1 to positions that count from 0, as the starts of BED do.
	ZeroBased bool `json:"zero_based,omitempty"`
	// MissingTokens are further tokens for a missing value, such as -9.
	MissingTokens []string `json:"missing_tokens,omitempty"`
}

// Reading is the result of judging a file about how its P is read.
type Reading struct {
	// PFloor is the −log10 of the smallest P that the file can write: rows from there
	// on state a limit, and their P is taken from effect and error. 0 without one.
	PFloor float64 `json:"p_floor,omitempty"`
	// DeriveP takes a P that a row lacks from its effect and error, in a file that
	// has a column of P.
	DeriveP bool `json:"derive_p,omitempty"`
}
