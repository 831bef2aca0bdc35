package meta

import "cohortium/internal/gwas/stat"

// Number is null in JSON when it is missing.
type Number = stat.Number
