package pageapi

import (
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/record"
)

func pageRowOf(v *page.View) openapi.PageRow {
	out := openapi.PageRow{
		Id: v.ID, Title: v.Title, Area: v.Area, Owner: v.Owner.UserName, Sharing: v.Sharing, Table: v.TableID,
		Errors: v.Errors, Warnings: v.Warnings, Versions: v.Versions, Picture: v.PictureID != "", CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt,
		UpdatedBy: v.UpdatedBy, DeletedAt: v.DeletedAt, PurgedAt: v.PurgedAt, Version: v.Version,
	}
	out.Can.Edit, out.Can.Share, out.Can.Delete, out.Can.Restore = v.Can.Edit, v.Can.Share, v.Can.Delete, v.Can.Restore
	if p := v.Publication; p != nil {
		out.Published = &openapi.PagePublished{
			Slug: p.Slug, Address: page.PublicPath + p.Slug, Number: p.Number, Follow: p.Follow, Table: view.Some(p.TableID), At: p.At, By: p.By,
			Behind: view.Some(p.Behind),
		}
		if !v.Can.Edit {
			out.Title, out.Table, out.Published.Behind = p.Title, p.TableID, nil
		}
	}
	return out
}

func pageOf(v *page.View) openapi.Page {
	row := pageRowOf(v)
	out := openapi.Page{
		Id: row.Id, Title: row.Title, Area: row.Area, Owner: row.Owner, Sharing: row.Sharing, Table: row.Table, Errors: row.Errors,
		Warnings: row.Warnings, Versions: row.Versions, Picture: row.Picture, Published: row.Published, CreatedAt: row.CreatedAt,
		UpdatedAt: row.UpdatedAt, UpdatedBy: row.UpdatedBy, DeletedAt: row.DeletedAt, PurgedAt: row.PurgedAt, Version: row.Version, Can: row.Can,
		Document: v.Document, People: []string{}, Origins: []string{},
	}
	if v.Can.Share || v.Can.Restore { // only the owner sees whom it is shared with, and where it is shown
		out.Origins = append(out.Origins, v.Origins...)
		out.People = append(out.People, record.Names(v.People)...)
	}
	return out
}

func pageVersionOf(v *page.Version) openapi.PageVersion {
	return openapi.PageVersion{Number: v.Number, Name: v.Name, Table: v.TableID, By: v.By, At: v.At}
}
