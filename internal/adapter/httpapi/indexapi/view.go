package indexapi

import (
	"maps"
	"slices"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/record"
)

func indexRowOf(v *bioindex.View) openapi.IndexRow {
	out := openapi.IndexRow{
		Id: v.ID, Name: v.Name, Area: openapi.IndexRowArea(v.Area), Owner: v.Owner.UserName, Sharing: v.Sharing,
		Source: openapi.IndexSourceView{
			Kind: openapi.IndexSourceViewKind(v.Source.Kind), Name: v.SourceName, There: v.Readable,
		},
		CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt, DeletedAt: v.DeletedAt, PurgedAt: v.PurgedAt, Version: v.Version,
	}
	if v.Readable {
		out.Source.Id, out.Source.FileId = &v.Source.ID, view.Some(v.Source.FileID)
	}
	out.Rows, out.Bytes = v.Rows(), v.Bytes()
	out.Can.Edit, out.Can.Share, out.Can.Delete, out.Can.Restore, out.Can.Rebuild = v.Can.Edit, v.Can.Share, v.Can.Delete, v.Can.Restore, v.Can.Rebuild
	if b := v.Newest; b != nil {
		out.Status, out.Schema = b.Status, b.Definition.Schema
		if v.Can.Edit || v.Can.Restore { // it may quote a row
			out.Error = view.Some(b.Error)
		}
		out.GenomeBuild = (*openapi.IndexRowGenomeBuild)(view.Some(string(b.Definition.GenomeBuild)))
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	return out
}

func indexOf(v *bioindex.View) openapi.Index {
	row := indexRowOf(v)
	out := openapi.Index{
		Id: row.Id, Name: row.Name, Area: openapi.IndexArea(row.Area), Owner: row.Owner, Sharing: row.Sharing, Source: row.Source,
		Status: row.Status, Error: row.Error, Schema: row.Schema, GenomeBuild: (*openapi.IndexGenomeBuild)(row.GenomeBuild), Rows: row.Rows,
		Bytes: row.Bytes, Job: row.Job, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, DeletedAt: row.DeletedAt, PurgedAt: row.PurgedAt,
		Version: row.Version, Can: row.Can, UpdatedBy: v.UpdatedBy, People: []string{},
	}
	if v.Can.Share || v.Can.Restore { // only the owner sees whom it is shared with
		out.People = append(out.People, record.Names(v.People)...)
	}
	if v.Live != nil {
		out.Build = view.Ptr(indexBuildOf(v.Live))
		if a := v.Answered; a.N > 0 {
			out.Build.Answered = &openapi.IndexAnswered{N: a.N, MedianSeconds: a.Median.Seconds()}
		}
	}
	return out
}

func indexBuildOf(b *bioindex.Build) openapi.IndexBuild {
	m := b.Made
	out := openapi.IndexBuild{
		Generation: b.ID, Schema: b.Definition.Schema, Columns: indexColumns(m.Columns), Keys: []openapi.IndexKey{},
		GenomeBuild: (*openapi.IndexBuildGenomeBuild)(view.Some(string(b.Definition.GenomeBuild))), Rows: m.Rows, Skipped: &m.Skipped,
		DataBytes: m.DataBytes, IndexBytes: m.IndexBytes, InPlace: m.InPlace, Seconds: m.Seconds, Examples: &m.Examples, BuiltAt: *b.FinishedAt,
	}
	if len(m.Warnings) > 0 {
		out.Warnings = &m.Warnings
	}
	if m.Counting.Coordinates != "" {
		out.Counting = view.Ptr(m.Counting.Sentence())
	}
	if m.Examples == nil {
		out.Examples = nil
	}
	parts := b.Definition.Parts()
	out.Arity = &parts.Arity
	for _, columns := range parts.Keys {
		out.Keys = append(out.Keys, openapi.IndexKey{Columns: columns})
	}
	if parts.Locus != "" {
		out.Locus = &openapi.IndexLocus{
			Text:       parts.Locus,
			Chromosome: view.Some(parts.Chromosome),
			Start:      view.Some(parts.Start),
			End:        view.Some(parts.Stop),
			Column:     view.Some(parts.Template),
		}
	}
	if b.Proof != nil {
		out.Proof = view.Ptr(indexProofOf(b.Proof))
	}
	return out
}

func indexProofOf(p *bioindex.Proof) openapi.IndexProof {
	out := openapi.IndexProof{
		At: p.At, Queries: int64(p.Queries), Differ: int64(p.Different), RowsCompared: p.Rows, RowsOfFile: p.SourceRows, Seed: int64(p.Seed),
	}
	for _, name := range slices.Sorted(maps.Keys(p.Kinds)) {
		out.Kinds = append(out.Kinds, struct {
			Name    string `json:"name"`
			Queries int64  `json:"queries"`
		}{name, int64(p.Kinds[name])})
	}
	out.Differences = make([]struct {
		Error *string `json:"error,omitempty"`
		File  int64   `json:"file"`
		Index int64   `json:"index"`
		Query string  `json:"query"`
	}, len(p.Differences))
	for i, d := range p.Differences {
		at := &out.Differences[i]
		at.Query, at.Index, at.File, at.Error = d.Query, d.Index, d.Source, view.Some(d.Error)
	}
	return out
}

func indexColumns(columns []bioindex.Column) []openapi.IndexColumn {
	return view.Each(columns, func(c bioindex.Column) openapi.IndexColumn {
		return openapi.IndexColumn{Name: c.Name, Type: openapi.IndexColumnType(bioindex.TypeName(c.Type))}
	})
}

func indexPreviewOf(p *bioindex.Preview) openapi.IndexPreview {
	return openapi.IndexPreview{
		Name: p.Name, Bytes: &p.Size, Format: string(p.Format), Compression: p.Compression, InBlocks: p.Compression == "bgzip", Sorted: p.Sorted,
		Columns: indexColumns(p.Columns), Rows: append([][]*string{}, p.Rows...), Schemas: append([]string{}, p.Schemas...),
		GenomeBuild: (*openapi.IndexPreviewGenomeBuild)(view.Some(string(p.Build))), Findings: p.Findings(),
		Coordinates: (*openapi.IndexCoordinates)(view.Some(p.CoordinatesName())),
	}
}
