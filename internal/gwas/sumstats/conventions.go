package sumstats

// Conventions are what a person says about how a file is written, where the file
// itself does not tell.
type Conventions struct {
	// Scale is that of the effects in the file. Effects of a linear model of a 0/1
	// trait become log odds when cases and controls are known; see Reader.Scale.
	Scale EffectScale `json:"effect_scale,omitempty"`
	// ZeroBased adds 1 to positions that count from 0, as the starts of BED do.
	ZeroBased bool `json:"zero_based,omitempty"`
	// MissingTokens are further tokens for a missing value, such as -9.
	MissingTokens []string `json:"missing_tokens,omitempty"`
}
