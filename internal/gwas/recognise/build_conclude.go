package recognise

import "cohortium/internal/gwas/genome"

// Conclude returns the assembly that the rows seen so far determine, by the thresholds of BuildGuess,
// and the sentence with the counts.
func (t *BuildTally) Conclude() (genome.Build, string) {
	known, on37, on38 := t.counts()
	share37, share38 := part(on37, known), part(on38, known)
	switch {
	case known < buildCompared:
		return genome.UnknownBuild, t.sentence()
	case share37 >= buildAgrees && share38 <= buildDisagrees:
		return genome.GRCh37, t.sentence()
	case share38 >= buildAgrees && share37 <= buildDisagrees:
		return genome.GRCh38, t.sentence()
	}
	return genome.UnknownBuild, t.sentence()
}

// Contradicts reports whether the rs numbers seen so far are elsewhere than on b.
func (t *BuildTally) Contradicts(b genome.Build) bool {
	known, on37, on38 := t.counts()
	switch {
	case !t.byRSID():
		return false
	case b == genome.GRCh37:
		return part(on37, known) <= buildDisagrees
	case b == genome.GRCh38:
		return part(on38, known) <= buildDisagrees
	}
	return false
}
