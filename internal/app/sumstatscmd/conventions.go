package sumstatscmd

import "cohortium/internal/gwas/sumstats"

// ConventionFlags describe how one file is written, where the file itself does not show it.
type ConventionFlags struct {
	Scale     string   `placeholder:"SCALE" help:"Scale of the effects: log_odds, linear_binary (a linear model of a yes/no trait; converted to log odds with --cases and --controls), units, standardised or log_hazard."`
	ZeroBased bool     `help:"Positions are 0-based, like starts in BED."`
	Missing   []string `sep:"none" placeholder:"TEXT" help:"Additional missing value, such as -9; may be repeated."`
}

// read converts the flags to conventions.
func (f ConventionFlags) read() (sumstats.Conventions, error) {
	scale, err := sumstats.ParseScale(f.Scale)
	return sumstats.Conventions{Scale: scale, ZeroBased: f.ZeroBased, MissingTokens: f.Missing}, err
}
