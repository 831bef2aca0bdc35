package view

import (
	"slices"
	"sync"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
)

// ReferenceFileOf converts an installed file of reference data.
func ReferenceFileOf(n *reference.Note) openapi.ReferenceFile {
	out := openapi.ReferenceFile{
		Type: openapi.ReferenceType(n.Type), Name: n.Name, Build: reference.Assembly(n.Build), To: reference.Assembly(n.To), Ancestry: n.Ancestry,
		Column: n.Column, Version: n.Version, Licence: n.Licence, Rows: n.Rows, Sha256: n.SHA256,
	}
	if !n.Added.IsZero() {
		out.Added = &n.Added
	}
	if n.Holds != "" {
		holds := openapi.ReferenceFileHolds(n.Holds)
		out.Holds = &holds
	}
	if n.People > 0 {
		out.People = &n.People
	}
	return out
}

// insideChain describes the built-in chain file, which takes a while to read. The chains themselves are not kept.
var insideChain = sync.OnceValue(func() openapi.ReferenceFile {
	chain := liftover.Inside()
	return openapi.ReferenceFile{
		Type: openapi.ReferenceType(reference.Chain), Name: chain.Source.Label(), Build: string(chain.From), To: string(chain.To),
		Licence: chain.Source.Licence, Rows: int64(chain.Blocks()), Sha256: chain.Source.SHA256, Inside: true, InUse: true,
	}
})

// Inside returns the built-in reference data. An installed gene list replaces the built-in one of
// its build; an installed chain file has priority for its pair of builds only.
func Inside(installed []reference.Note) []openapi.ReferenceFile {
	all := []openapi.ReferenceFile{insideChain()}
	for _, b := range []genome.Build{genome.GRCh37, genome.GRCh38} {
		list, ok := gene.Inside(b)
		if !ok {
			continue
		}
		replaced := slices.ContainsFunc(installed, func(n reference.Note) bool {
			return n.Type == reference.Genes && reference.Assembly(n.Build) == string(b)
		})
		all = append(all, openapi.ReferenceFile{
			Type: openapi.ReferenceType(reference.Genes), Name: "Genes of " + b.Label(), Build: string(b), Version: list.Source, Licence: list.Terms,
			Rows: int64(list.Len()), Sha256: list.Origin.SHA256, Inside: true, InUse: !replaced,
		})
	}
	return all
}
