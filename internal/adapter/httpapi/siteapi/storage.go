package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/storage"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/quota"
)

// GetStorage implements GET /api/storage.
func (s *Server) GetStorage(ctx context.Context, _ openapi.GetStorageRequestObject) (openapi.GetStorageResponseObject, error) {
	list, err := s.Storage.Quotas(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.GetStorage200JSONResponse{Quotas: view.List(list)}, nil
}

// ListStorageOwners implements GET /api/storage/owners.
func (s *Server) ListStorageOwners(ctx context.Context, in openapi.ListStorageOwnersRequestObject) (openapi.ListStorageOwnersResponseObject, error) {
	after, err := listing.Read(request.OrZero(in.Params.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Storage.Owners(ctx, request.Identity(ctx), storage.Filter{
		Q: request.OrZero(in.Params.Q), Sort: string(request.OrZero(in.Params.Sort)), After: after, Limit: request.PageSize(in.Params.Limit),
	})
	if err != nil {
		return nil, err
	}
	return openapi.ListStorageOwners200JSONResponse{
		Items: view.Each(page.Items, storageOwnerOf), Total: page.Total, NextCursor: view.Some(page.Next.Text()),
		Limits: openapi.StorageLimits{
			Datasets: page.Limits[quota.DatasetBytes], Indexes: page.Limits[quota.IndexBytes], Tables: page.Limits[quota.TableBytes],
		},
	}, nil
}

func storageOwnerOf(o storage.Owner) openapi.StorageOwner {
	return openapi.StorageOwner{
		Id: o.UserID, UserName: o.UserName, IsActive: o.IsActive, Datasets: o.Datasets, Indexes: o.Indexes, Tables: o.Tables, Bytes: o.Bytes(),
	}
}
