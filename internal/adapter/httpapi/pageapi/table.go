package pageapi

import (
	"context"
	"encoding/json"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/listing"
)

// ListTables implements GET /api/tables.
func (s *Server) ListTables(ctx context.Context, in openapi.ListTablesRequestObject) (openapi.ListTablesResponseObject, error) {
	after, err := listing.Read(request.OrZero(in.Params.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Tables.Tables(ctx, request.Identity(ctx), pagetable.Filter{Limit: request.PageSize(in.Params.Limit), After: after})
	if err != nil {
		return nil, err
	}
	room, err := s.Tables.Room(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListTables200JSONResponse{Items: view.Each(page.Items, tableOf), Total: page.Total, NextCursor: view.CursorOf(page.Next)}
	out.Quota.Tables, out.Quota.MostTables = room.Tables.Used, room.Tables.Limit
	out.Quota.Bytes, out.Quota.MostBytes = room.Bytes.Used, room.Bytes.Limit
	return out, nil
}

// CreateTable implements POST /api/tables.
func (s *Server) CreateTable(ctx context.Context, in openapi.CreateTableRequestObject) (openapi.CreateTableResponseObject, error) {
	v, err := s.Tables.Create(ctx, request.Identity(ctx), tableInput(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateTable202JSONResponse(tableOf(v)), nil
}

// PreviewTable implements POST /api/tables/preview.
func (s *Server) PreviewTable(ctx context.Context, in openapi.PreviewTableRequestObject) (openapi.PreviewTableResponseObject, error) {
	p, err := s.Tables.Preview(ctx, request.Identity(ctx), tableInput(in.Body))
	if err != nil {
		return nil, err
	}
	out := openapi.PreviewTable200JSONResponse{
		Name: p.Name, Format: p.Format, Compression: p.Compression, Delimiter: view.Some(string(p.Delimiter)), Header: p.Header,
		Rows: append([][]*string{}, p.Rows...), GenomeBuild: (*openapi.TablePreviewGenomeBuild)(buildOf(p.Build)), Findings: append([]string{}, p.Findings...),
		LookedAt: p.Looked, Columns: make([]openapi.TablePreviewColumn, len(p.Columns)),
	}
	for i, c := range p.Columns {
		held := p.Held[i]
		out.Columns[i] = openapi.TablePreviewColumn{
			Id: c.ID, Source: c.Source, Type: openapi.TableColumnType(c.Type), Role: (*openapi.TableColumnRole)(view.Some(string(c.Role))),
			Reason: view.Some(c.Reason), Doubt: view.Some(c.Doubt), Missing: held.Missing, Unreadable: held.Unreadable,
			FirstUnreadable: view.Some(held.FirstUnreadable), Distinct: held.Distinct, Min: held.Min, Max: held.Max, First: held.First,
		}
	}
	if p.Bytes > 0 {
		out.Bytes = &p.Bytes
	}
	return out, nil
}

// GetTable implements GET /api/tables/{id}.
func (s *Server) GetTable(ctx context.Context, in openapi.GetTableRequestObject) (openapi.GetTableResponseObject, error) {
	v, err := s.Tables.View(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	var out openapi.GetTable200JSONResponse
	if v.Own {
		return &out, out.FromTable(tableOf(v))
	}
	return &out, out.FromSharedTable(sharedTableOf(v))
}

// DeleteTable implements DELETE /api/tables/{id}.
func (s *Server) DeleteTable(ctx context.Context, in openapi.DeleteTableRequestObject) (openapi.DeleteTableResponseObject, error) {
	return openapi.DeleteTable204Response{}, s.Tables.Delete(ctx, request.Identity(ctx), in.Id)
}

// GetTableOverview implements GET /api/tables/{id}/overview.
func (s *Server) GetTableOverview(ctx context.Context, in openapi.GetTableOverviewRequestObject) (openapi.GetTableOverviewResponseObject, error) {
	text, err := s.Tables.Overview(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	var out openapi.GetTableOverview200JSONResponse
	return out, json.Unmarshal(text, &out)
}

// DownloadTableData serves GET /api/tables/{id}/data.
func (s *Server) DownloadTableData(w http.ResponseWriter, r *http.Request) {
	d, err := s.Tables.Data(r.Context(), request.Identity(r.Context()), r.PathValue("id"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, pagetable.ObjectTable)
}

func tableInput(in *openapi.TableInput) pagetable.Input {
	src := in.Source
	out := pagetable.Input{
		Source: pagetable.Source{
			Kind:   pagetable.Kind(src.Kind),
			ID:     request.OrZero(src.Id),
			FileID: request.OrZero(src.FileId),
			URL:    request.OrZero(src.Url),
			Name:   request.OrZero(src.Name),
		},
		Text: request.OrZero(src.Text),
	}
	l := in.Layout
	if l == nil {
		return out
	}
	out.Layout = pagedata.Layout{
		Delimiter: textfile.Delimiter(request.OrZero(l.Delimiter)),
		Header:    l.Header,
		Build:     genome.Build(request.OrZero(l.GenomeBuild)),
	}
	if l.Types != nil {
		out.Layout.Types = make(map[string]pagedata.Type, len(*l.Types))
		for name, t := range *l.Types {
			out.Layout.Types[name] = pagedata.Type(t)
		}
	}
	if l.Roles != nil {
		out.Layout.Roles = make(map[string]pagedata.Role, len(*l.Roles))
		for name, role := range *l.Roles {
			out.Layout.Roles[name] = pagedata.Role(role)
		}
	}
	return out
}

// tableOf returns a table as its owner sees it.
func tableOf(v *pagetable.View) openapi.Table {
	facts := sharedTableOf(v)
	source := openapi.TableSourceView{
		Kind: openapi.TableSourceViewKind(v.Source.Kind), Id: view.Some(v.Source.ID), FileId: view.Some(v.Source.FileID), Url: view.Some(v.Source.URL),
		Name: v.Name, There: v.There, Newer: v.Newer,
	}
	out := openapi.Table{
		Id: facts.Id, Name: facts.Name, Owner: facts.Owner, State: openapi.TableState(facts.State), CreatedAt: facts.CreatedAt, Source: source,
		GenomeBuild: (*openapi.TableGenomeBuild)(facts.GenomeBuild), Rows: facts.Rows, RowGroups: facts.RowGroups, Bytes: facts.Bytes,
		Overview: facts.Overview, Columns: facts.Columns, Findings: facts.Findings, Layout: tableLayoutOf(v.Layout), Error: view.Some(v.Error),
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	return out
}

// sharedTableOf returns a table as its other readers see it.
func sharedTableOf(v *pagetable.View) openapi.SharedTable {
	out := openapi.SharedTable{
		Id: v.ID, Name: v.Name, Owner: v.Owner.UserName, State: openapi.SharedTableState(v.State), CreatedAt: v.CreatedAt,
		Source:  openapi.SharedTableSource{Kind: openapi.SharedTableSourceKind(v.Source.Kind), Name: v.Name, There: v.There, Newer: v.Newer},
		Columns: []openapi.TableColumn{},
	}
	if v.There && v.Source.Kind == pagetable.FromDataset {
		out.Source.Id = &v.Source.ID
	}
	m := v.Made
	if m == nil {
		return out
	}
	out.GenomeBuild, out.Rows, out.RowGroups, out.Bytes = (*openapi.SharedTableGenomeBuild)(buildOf(m.Build)), &m.Rows, &m.RowGroups, &v.DataBytes
	out.Overview, out.Columns = m.Overview, view.Each(m.Columns, tableColumnOf)
	if len(m.Findings) > 0 {
		out.Findings = &m.Findings
	}
	return out
}

func tableColumnOf(c pagedata.Column) openapi.TableColumn {
	return openapi.TableColumn{
		Id: c.ID, Source: c.Source, Type: openapi.TableColumnType(c.Type), Role: (*openapi.TableColumnRole)(view.Some(string(c.Role))),
		Missing: c.Missing, Unreadable: c.Unreadable, FirstUnreadable: view.Some(c.FirstUnreadable), Distinct: c.Distinct, Min: c.Min, Max: c.Max,
		First: append([]string{}, c.First...), NegLog10: view.Some(c.NegLog10),
	}
}

// tableLayoutOf returns the owner's layout; nil for none.
func tableLayoutOf(l pagedata.Layout) *openapi.TableLayout {
	out := openapi.TableLayout{
		Delimiter: (*openapi.TableLayoutDelimiter)(view.Some(string(l.Delimiter))), Header: l.Header,
		GenomeBuild: (*openapi.TableLayoutGenomeBuild)(view.Some(string(l.Build))),
	}
	if len(l.Types) > 0 {
		types := make(map[string]openapi.TableColumnType, len(l.Types))
		for name, t := range l.Types {
			types[name] = openapi.TableColumnType(t)
		}
		out.Types = &types
	}
	if len(l.Roles) > 0 {
		roles := make(map[string]openapi.TableLayoutRoles, len(l.Roles))
		for name, role := range l.Roles {
			roles[name] = openapi.TableLayoutRoles(role)
		}
		out.Roles = &roles
	}
	if out == (openapi.TableLayout{}) {
		return nil
	}
	return &out
}

// buildOf returns the name of a build in the contract; nil for others.
func buildOf(b genome.Build) *string {
	if b != genome.GRCh37 && b != genome.GRCh38 {
		return nil
	}
	return view.Some(string(b))
}
