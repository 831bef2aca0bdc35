package qc

import (
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

func (f *findings) build() *stepBuilder {
	s := newStep(stepBuild)
	s.metric("declared", string(f.declared))
	s.metric("guess", string(f.guess.Guess))
	if f.byRSID {
		s.unmeasured("The file has no positions, so its genome build could not be checked; the panel's positions, on %s, are used.", f.opt.Build.Label())
		return s
	}
	if f.placed != nil {
		s.metric("placed", f.placed.RowsOut)
		s.metric("placed_by_replaced_number", f.placed.Replaced)
		s.unmeasured("%s", f.placed.Sentence())
		return s
	}
	s.metric("share_within_grch37", f.tally.share(f.tally.beyond37))
	s.metric("share_within_grch38", f.tally.share(f.tally.beyond38))
	s.metric("share_37", f.guess.Share37)
	s.metric("share_38", f.guess.Share38)
	s.metric("known", f.guess.Known)
	beyond := f.byReason[sumstats.ReasonPositionBeyondEnd]
	s.metric("beyond_end", beyond)
	if part := share(beyond, f.file.RowsIn); part > 1-buildAgrees {
		s.say(
			Fail,
			"%s (%s) past the end of the chromosome on %s; the file is on another genome build or another column holds the positions.",
			counted(beyond, "position lies", "positions lie"),
			percent(part),
			f.declared.Label(),
		)
	} else if beyond > 0 {
		s.say(
			Warned,
			"%s past the end of the chromosome on %s, which hints at another genome build or a damaged column.",
			counted(beyond, "position lies", "positions lie"),
			f.declared.Label(),
		)
	}
	if f.opt.Build == genome.NCBI36 {
		s.say(Warned, "The positions are on NCBI36 (hg18); lift the file to GRCh37 (hg19) or GRCh38 (hg38) before it is combined with others.")
	}
	sentences := f.guessedBuild(s)
	if !f.panelBuild(s) && !sentences {
		s.unmeasured("The genome build could not be checked. %s More variants with rs numbers, or a panel of this region, would help.", f.guess.Reason)
	}
	return s
}

// guessedBuild compares the declaration with the assembly of well-known variants of the file, if
// they determine one.
func (f *findings) guessedBuild(s *stepBuilder) (sentences bool) {
	g := &f.guess
	switch {
	case g.Guess == f.declared:
	case f.contradicted():
		s.say(Fail, "The file is declared to be on %s and looks like %s. %s Declare the right genome build.", f.declared.Label(), g.Guess.Label(), g.Reason)
	case g.Guess != genome.UnknownBuild:
		s.say(Warned, "The file is declared to be on %s and may be on %s. %s", f.declared.Label(), g.Guess.Label(), g.Reason)
	case f.elsewhere():
		s.say(Fail, "The file is declared to be on %s, but almost no known variant is at its position there. %s", f.declared.Label(), g.Reason)
	case f.fewOnDeclared(buildDisagrees):
		s.say(Warned, "The file is declared to be on %s, which its positions contradict. %s", f.declared.Label(), g.Reason)
	default:
		return false
	}
	return true
}

// contradicted reports whether well-known variants are on another assembly than declared.
func (f *findings) contradicted() bool {
	g := &f.guess
	return g.Guess != genome.UnknownBuild && g.Guess != f.declared &&
		max(g.Share37, g.Share38) >= buildAgrees && min(g.Share37, g.Share38) <= buildDisagrees
}

// elsewhere reports whether well-known variants are neither where the declared assembly has them
// nor on the other one.
func (f *findings) elsewhere() bool {
	return f.guess.Guess == genome.UnknownBuild && f.fewOnDeclared(1-buildAgrees)
}

// fewOnDeclared reports whether no more than a share of well-known variants are where the declared
// assembly has them. Where NCBI36 has them is not known.
func (f *findings) fewOnDeclared(most float64) bool {
	g := &f.guess
	on := map[genome.Build]float64{genome.GRCh37: g.Share37, genome.GRCh38: g.Share38}
	share, known := on[f.declared]
	return known && g.Known >= fewestKnown && share <= most
}

// panelBuild reports what the panel's rs numbers show about the assembly: on the right one nearly
// all are where the panel has them, on another almost none.
func (f *findings) panelBuild(s *stepBuilder) (sentences bool) {
	if f.fit == nil {
		return false
	}
	if f.fit.RSIDs < fitRSIDs {
		return f.fit.Code == "" && f.fit.Found >= enoughForVerdict // variants of the panel, at its places
	}
	s.metric("rsid_agreement", f.fit.RSIDAgreement)
	if float64(f.fit.RSIDAgreement) >= buildDisagrees || f.fit.Code == "" {
		return true
	}
	if f.guess.Guess != f.declared {
		s.say(
			Warned,
			"Of the %s rs numbers that the file shares with the panel %s at the same position, so the file or the panel is on another genome build; check what was declared.",
			phrase.Thousands(int64(f.fit.RSIDs)),
			lie(f.fit.same()),
		)
	}
	return true
}
